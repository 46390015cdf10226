/** Matches addresses of channel authentication records: IP addresses with `*` and ranges, host names with `*`. */
import { isIPv4, isIPv6 } from 'node:net'
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'

/** Returns whether a pattern matches an IP address, or one of its host names. */
export function matchesAddress(pattern: string, address: string, hostNames: readonly string[]): boolean {
  if (pattern === '*') return true
  if (hasHostName(pattern)) return hostNames.some((name) => matchesWildcard(pattern.toLowerCase(), name.toLowerCase()))
  const plain = address.replace(/^::ffff:/i, '')
  if (pattern.includes(':')) return isIPv6(plain) && matchesParts(pattern, expandIPv6(plain), ':', 16)
  return isIPv4(plain) && matchesParts(pattern, plain, '.', 10)
}

/** Returns whether a pattern names hosts rather than IP addresses. */
export function hasHostName(pattern: string): boolean {
  return !/^[\d.*-]*$/.test(pattern) && !pattern.includes(':')
}

/** Matches part by part. A last part of `*` matches the rest. */
function matchesParts(pattern: string, address: string, separator: string, radix: number): boolean {
  const wanted = expandIPv6(pattern).split(separator)
  const parts = address.split(separator)
  if (wanted.length > parts.length) return false
  if (wanted.length < parts.length && wanted.at(-1) !== '*') return false
  return wanted.every((part, place) => matchesPart(part, Number.parseInt(parts[place] as string, radix), radix))
}

function matchesPart(part: string, value: number, radix: number): boolean {
  if (part === '*') return true
  const [low, high = low] = part.split('-').map((each) => Number.parseInt(each, radix))
  return low !== undefined && high !== undefined && value >= low && value <= high
}

/** Replaces `::` by the zeros that it stands for. */
function expandIPv6(address: string): string {
  const [head = '', tail] = address.split('::')
  if (tail === undefined) return address
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].join(':')
}
