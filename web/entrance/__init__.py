"""The entrance: who may use what, what a request says, and the headers of every reply.

Routes and streams import it. Nothing here draws, and nothing here changes the house.
"""
