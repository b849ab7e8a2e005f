"""The PC's side of On Three: it listens to a device, keeps what it tells, and checks it against the rules."""
