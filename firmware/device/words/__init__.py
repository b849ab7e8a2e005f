"""What people read on the device, a file a language. `device.words.en` is the one the firmware loads."""
