print("loam")
