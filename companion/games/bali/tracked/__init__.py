"""BALI-36: an offer that the companion follows card by card. What lies in it says `offer.py`, what is in hand `hands.py`: on
these alone the game itself leans; what is asked and shown of them besides is here."""
