/** Returns the steps of a JSON pointer (RFC 6901) into a value; steps into lists are numbers. */
export function parseJsonPointer(pointer: string, value: unknown): (string | number)[] {
  const steps: (string | number)[] = []
  let inside = value
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
    const step = Array.isArray(inside) ? Number(name) : name
    steps.push(step)
    inside =
      typeof inside === 'object' && inside !== null ? (inside as Record<string | number, unknown>)[step] : undefined
  }
  return steps
}
