"""Which wire goes where: pins, addresses and bus speeds of hub and pods, as plain data.

This one table is the truth. The firmware builds its pins from it, and the pinout page, the drawings, the
Wokwi diagram and the virtual boards are made from it or compared with it. Nothing here needs a Pico: the
module imports nothing, and every value is a literal, so that any Python can read it.

Numbers called GPIO are the RP2040's (GP0 to GP28), not the pin numbers of the Pico's header.
"""

SEATS = 6  # pods the hub has sockets for
LETTERS = "ABC"  # the three buttons of a pod, and of the hub, in the order of their GPIOs below

# Buttons: to ground when pressed, pulled up by the Pico. A row is a pod, socket 1 first: GPIOs of A, B, C.
# Pods and hub are read in one register, so that all of them are seen in the same instant.
POD_BUTTONS = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
)
HUB_BUTTONS = (26, 27, 28)
GPIO_IN = 0xD0000004  # SIO register: the level of every GPIO, bit n is GPn (RP2040 datasheet 2.3.1.7)

# Displays: SSD1306, 128 x 64. The pods' all have the same address and sit behind a TCA9548A.
I2C_BUS = 0
I2C_SDA = 20
I2C_SCL = 21
I2C_HZ = 400_000
I2C_TIMEOUT_US = 10_000  # of one transfer; the longest we send, a page of 128 columns, takes 3.1 ms
HUB_ADDRESS = 0x3D  # on the main bus
POD_ADDRESS = 0x3C  # behind the mux, or one pod alone on the main bus where there is no mux
MUX_ADDRESS = 0x70
POD_CHANNELS = (0, 1, 2, 3, 4, 5)  # mux channel of each pod, socket 1 first

BUZZER = 22  # passive piezo, PWM
LED = 25  # on the Pico itself
SPARE = (18, 19)

# The patch cable to a pod (8P8C, wire 1 first). A, B, C are the pod's buttons.
POD_CABLE = ("3V3", "GND", "SDA", "SCL", "A", "B", "C", "spare")
