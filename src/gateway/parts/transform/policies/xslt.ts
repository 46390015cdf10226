/** The policy `xslt`: transforms the body with a style sheet of XSLT 1.0. */
import { Type } from '../../../../shared/lib/json-schema/type.ts'
import {
  DocumentError,
  locateWithin,
  UndefinedValueError,
  type ValueLocation,
} from '../../../data-plane/errors/document-error.ts'
import { definePolicy, type PolicyContext } from '../../../data-plane/policy/policy.ts'
import { payloadLimitSchema } from '../../../data-plane/policy/read-body.ts'
import { findXsltEngine, XsltError } from '../xml/xslt-engine.ts'
import { buildScriptStep } from './script-step.ts'

const settings = Type.Object({
  input: Type.Boolean({
    default: false,
    description: 'Whether the body of the message is the document; otherwise an empty one',
  }),
  source: Type.String({
    minLength: 1,
    maxLength: 1024 * 1024,
    description: 'The style sheet, in XSLT 1.0',
    'x-format': 'script',
  }),
  strict: Type.Boolean({ default: false, description: 'No effect: style sheets are always checked' }),
  'serialize-output': Type.Boolean({ default: false, description: 'No effect: the result is always text' }),
  'time-limit': Type.Integer({
    minimum: 1,
    maximum: 60_000,
    default: 2_000,
    description: 'Milliseconds for which a transformation may run. A member of Sluice',
  }),
  'payload-limit': payloadLimitSchema,
})

export const xsltPolicy = definePolicy({
  policy: 'xslt',
  settings,
  hasBackgroundWork: () => true,

  build({ input, source, 'time-limit': limitMs, 'payload-limit': payloadLimit }, context) {
    checkStyleSheet(source, locateWithin(context.location, 'source'), context)
    const program = `require('convert').transform(${JSON.stringify(findMediaType(source))}, ${input})${input ? ' // message.body' : ''}`
    return buildScriptStep({ source: program, styleSheet: source, limitMs, payloadLimit }, context)
  },
})

/** Namespaces whose functions and elements only the appliance has. */
const foreign =
  /xmlns:([\w.-]+)\s*=\s*["'](http:\/\/www\.(?:datapower\.com\/extensions|ibm\.com\/(?:apimanagement|xmlns\/datapower)[^"']*))["']/g

function checkStyleSheet(source: string, location: ValueLocation, { deps, warn }: PolicyContext): void {
  for (const [, prefix = '', namespace] of source.matchAll(foreign))
    if (usesPrefix(source, prefix))
      throw new UndefinedValueError(
        location,
        `the style sheet uses "${prefix}:" (${namespace}), which only the appliance has: use gatewayscript or map`,
      )
  if (deps.isChecked) return
  try {
    findXsltEngine().compile(source)
  } catch (error) {
    if (!(error instanceof XsltError)) throw error
    const { message, line } = error
    throw new DocumentError(
      location,
      `the style sheet cannot be compiled${line ? `, line ${line} of it` : ''}: ${message}`,
    )
  }
  const version = (readAttributes(source, 'stylesheet') ?? readAttributes(source, 'transform'))?.get('version')
  if (version !== undefined && !/^1\.[01]$/.test(version)) {
    const { file, line, column } = location
    warn({
      file,
      line,
      column,
      severity: 'warning',
      message: `xslt: the style sheet is of version ${version}, and is processed as XSLT 1.0`,
      effect: 'less',
    })
  }
}

/** Returns whether a function or an element of the prefix is used. */
function usesPrefix(source: string, prefix: string): boolean {
  const [first = '', ...pieces] = source.split(`${prefix}:`)
  let before = first
  return pieces.some((piece) => {
    const isName = !/[\w.-]$/.test(before) && /^[\w-]+\s*[( />]/.test(piece)
    before = piece
    return isName
  })
}

/** Returns the attributes of the first element of XSLT with this name; undefined when there is none. */
function readAttributes(source: string, element: string): ReadonlyMap<string, string> | undefined {
  const at = source.indexOf(`<xsl:${element}`)
  if (at < 0) return undefined
  const tag = source.slice(at, source.indexOf('>', at))
  return new Map(
    tag.split(/["']/).flatMap((name, index, parts) => {
      if (index % 2 === 1) return []
      const words = name.trimEnd().endsWith('=') ? name.trimEnd().slice(0, -1).trimEnd().split(/\s/) : []
      return [[words.at(-1) ?? '', parts[index + 1] ?? ''] as const]
    }),
  )
}

/** Returns the media type of the result. */
function findMediaType(source: string): string {
  const output = readAttributes(source, 'output')
  const byMethod: Record<string, string> = { html: 'text/html', text: 'text/plain' }
  return output?.get('media-type') ?? byMethod[output?.get('method') ?? ''] ?? 'application/xml'
}
