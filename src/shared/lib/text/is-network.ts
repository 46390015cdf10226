import { isIP } from 'node:net'

/** Returns whether a text is an IP address, or a CIDR such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const family = isIP(address)
  return family > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)
}
