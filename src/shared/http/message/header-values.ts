/** Returns all values of a header, in order, from a flat list of names and values. `lowerName` is in lower case. */
export function findHeaderValues(fields: readonly string[], lowerName: string): string[] {
  const values: string[] = []
  for (let index = 0; index < fields.length; index += 2) {
    if ((fields[index] as string).toLowerCase() === lowerName) values.push(fields[index + 1] as string)
  }
  return values
}
