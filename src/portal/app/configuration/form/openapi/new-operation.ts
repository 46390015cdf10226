/** The value with which a new operation of a path begins. */

/** Returns an operation with the parameters of its path template that the path does not describe, and with one response. */
export function buildNewOperation(template: string, pathItem: unknown, document: unknown): object {
  const isSwagger = typeof document === 'object' && document !== null && 'swagger' in document
  const described = readParameterNames(pathItem)
  const type = isSwagger ? { type: 'string' } : { schema: { type: 'string' } }
  const parameters = [...template.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name]) => name as string)
    .filter((name) => !described.includes(name))
    .map((name) => ({ name, in: 'path', required: true, ...type }))
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: { 200: { description: 'OK' } },
  }
}

function readParameterNames(pathItem: unknown): readonly unknown[] {
  const { parameters } = (pathItem ?? {}) as { parameters?: unknown }
  return Array.isArray(parameters) ? parameters.map((each) => (each as { name?: unknown } | null)?.name) : []
}
