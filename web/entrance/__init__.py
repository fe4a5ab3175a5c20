"""The entrance: who may ask what, what a question may say, and what every answer carries.

Routes and streams come in; nothing here draws, and nothing here changes the house.
"""
