"""What is seen: one file a game, and `menu` for all that comes before and between games. Screens only draw."""
