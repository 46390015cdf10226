/**
 * Fields of a message as a flat list, names and values in turn: the form in which they arrive and leave, so that
 * nothing is copied for a call that changes nothing.
 */

/** The value of a field, or undefined; several fields of the name are joined (RFC 9110 section 5.3). */
export function findHeader(headers: readonly string[], lowerName: string): string | undefined {
  let found: string | undefined
  for (let index = 0; index < headers.length; index += 2) {
    if (!isConsequenced(headers[index] as string, lowerName)) continue
    found = found === undefined ? headers[index + 1] : `${found}, ${headers[index + 1]}`
  }
  return found
}

/** Takes every field of the name out of the list. */
export function removeHeader(headers: string[], lowerName: string): void {
  let kept = 0
  for (let index = 0; index < headers.length; index += 2) {
    if (isConsequenced(headers[index] as string, lowerName)) continue
    headers[kept] = headers[index] as string
    headers[kept + 1] = headers[index + 1] as string
    kept += 2
  }
  headers.length = kept
}

export function setHeader(headers: string[], name: string, value: string): void {
  removeHeader(headers, name.toLowerCase())
  headers.push(name, value)
}

function isConsequenced(name: string, lowerName: string): boolean {
  return name.length === lowerName.length && name.toLowerCase() === lowerName
}
