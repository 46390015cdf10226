/** The parameters of an operation, but for those that are its body. */
import type { Path } from '../../text/source.ts'
import { type Describing, isMap, text } from './describing.ts'
import type { ParameterDescription } from './description.ts'
import { exampleOf } from './example.ts'

const places = ['path', 'query', 'header', 'cookie'] as const

/** Fields that OpenAPI describes elsewhere: a parameter of such a name means nothing (OpenAPI 3 section 4.7.12). */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization'])

/** The parameters that stand at these paths; of two with the same name and place the later counts. */
export function readParameters(paths: readonly Path[], describing: Describing): ParameterDescription[] {
  const parameters = new Map<string, ParameterDescription>()
  for (const path of paths) {
    const parameter = readParameter(path, describing)
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...parameters.values()]
}

function readParameter(path: Path, { source, bundle }: Describing): ParameterDescription | undefined {
  const written = source.at(path)
  if (!isMap(written) || typeof written.name !== 'string') return undefined
  const { name } = written
  const location = places.find((each) => each === written.in)
  if (!location || (location === 'header' && describedElsewhere.has(name.toLowerCase()))) return undefined

  const isOwnSchema = source.at(['openapi']) === undefined
  const at = isOwnSchema ? path : [...path, 'schema']
  const schema = source.at(at) === undefined ? undefined : bundle.add(at)
  const example = written.example ?? firstExample(written.examples) ?? exampleOf(at, source, 'request')
  return {
    name,
    in: location,
    required: written.required === true || location === 'path',
    ...text('description', written.description),
    ...(schema !== undefined && { schema }),
    example: isMap(example) ? JSON.stringify(example) : String(example ?? ''),
  }
}

/** OpenAPI 3 section 4.7.19: examples by name, each with its value. */
export function firstExample(examples: unknown): unknown {
  const [first] = isMap(examples) ? Object.values(examples) : []
  return isMap(first) ? first.value : undefined
}
