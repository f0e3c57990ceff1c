import Riffle
