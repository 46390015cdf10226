/** Reads and changes headers as a flat list like `rawHeaders`, so that unchanged ones are not copied. */
import { decodeHeaderText } from '../../../shared/lib/headers/header-text.ts'

/** Returns the value of a header, or undefined. Repeated headers are joined with commas (RFC 9110 section 5.3). */
export function findHeader(headers: readonly string[], lowerName: string): string | undefined {
  let found: string | undefined
  for (let index = 0; index < headers.length; index += 2) {
    if (!isNamed(headers[index] ?? '', lowerName)) continue
    found = found === undefined ? headers[index + 1] : `${found}, ${headers[index + 1]}`
  }
  return found
}

/** Removes every header of the name from the list. */
export function removeHeader(headers: string[], lowerName: string): void {
  let kept = 0
  while (kept < headers.length && !isNamed(headers[kept] ?? '', lowerName)) kept += 2
  if (kept >= headers.length) return
  for (let index = kept + 2; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (isNamed(name, lowerName)) continue
    headers[kept] = name
    headers[kept + 1] = headers[index + 1] ?? ''
    kept += 2
  }
  headers.length = kept
}

/** Replaces every header of the name with one. */
export function setHeader(headers: string[], name: string, value: string): void {
  removeHeader(headers, name.toLowerCase())
  headers.push(name, value)
}

/** Returns the headers whose names pass. The names keep their spelling. */
export function filterHeaders(headers: readonly string[], passes: (name: string) => boolean): string[] {
  return headers.filter((_, index) => passes(headers[index - (index % 2)] ?? ''))
}

function isNamed(name: string, lowerName: string): boolean {
  return name.length === lowerName.length && name.toLowerCase() === lowerName
}

/** Returns the media type (RFC 9110 section 8.3.1) without its parameters, in lower case; undefined when the header is missing or empty. */
export function parseMediaType(contentType: string | undefined): string | undefined {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() || undefined
}

export function isJsonType(type: string): boolean {
  return /^application\/json$|^text\/json$|\+json$/.test(type)
}

export function isXmlType(type: string): boolean {
  return /^(?:application|text)\/xml$|\+xml$/.test(type)
}

/** Returns the decoded headers of a flat list by their names in lower case. */
export function groupHeaders(headers: readonly string[]): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = decodeHeaderText(headers[index + 1] ?? '')
    found[name] = name in found ? `${found[name]}, ${value}` : value
  }
  return found
}
