saved
