"""The entrance: who may use what, how a request is read, and the headers of every reply.

Routes and streams import it. Nothing here draws or changes the house.
"""
