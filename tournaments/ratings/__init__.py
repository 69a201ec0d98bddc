"""What is left of a match when it is over: who came where, with which ship and deck, and the ratings that follow."""
