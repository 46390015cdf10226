/** Compiles the schemas of documents. Ajv takes 20 ms for each, so its code is kept between starts. */
import { createRequire, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import type { Format, Options, ValidateFunction } from 'ajv'
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'
import { isNetwork } from '../../../shared/lib/text/is-network.ts'
import { testPatternsAfterLengths } from '../../lib/json-schema/pattern-after-length.ts'
import { keepCode } from './keep-code.ts'

/** Ajv is loaded when a schema must be compiled, which most starts do not do. */
const load = createRequire(import.meta.url)

const options = {
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  validateFormats: true,
  validateSchema: false, // the schemas are ours, and checking them takes longer than checking all documents of the sandbox
} as const satisfies Options

/** Changes when the same schema generates other code, so that kept code of earlier versions is not used. */
const codeVersion = 2

/** Returns a function that checks a value, fills in defaults and lists all violations in its `errors`. */
export function compileValidator(schema: TSchema): ValidateFunction {
  const { version } = load('ajv/package.json')
  const source = JSON.stringify([version, codeVersion, options, schema])
  const code = keepCode(findFolder(), source, () => generateCode(schema))
  const module = {} as { exports: ValidateFunction }
  compileFunction(code, ['module', 'require', 'formats'])(module, load, readFormats())
  return module.exports
}

/** Returns the reason for which a schema of an operator cannot be used; undefined when it can. */
export function findSchemaError(schema: object): string | undefined {
  try {
    const { Ajv } = load('ajv') as typeof import('ajv')
    const ajv = new Ajv({ strict: false, validateFormats: false })
    if (ajv.validateSchema(schema) !== true) return ajv.errorsText()
    compileValidator(schema as TSchema)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns a folder beside the code that Node compiled; undefined when Node keeps none. */
function findFolder(): string | undefined {
  const cache = getCompileCacheDir()
  return cache && join(cache, 'validators')
}

function generateCode(schema: TSchema): string {
  const { _, Ajv } = load('ajv') as typeof import('ajv')
  const { default: renderCode } = load('ajv/dist/standalone') as typeof import('ajv/dist/standalone/index.js')
  // Optimizing takes a quarter of the compile time, and V8 runs the code equally fast without it.
  const ajv = new Ajv({ ...options, code: { source: true, optimize: false, formats: _`formats` } })
  testPatternsAfterLengths(ajv)
  for (const [name, format] of Object.entries(readFormats())) ajv.addFormat(name, format)
  return renderCode(ajv, ajv.compile(schema))
}

/** Returns the formats by their names in schemas. */
function readFormats(): Record<string, Format> {
  const { fullFormats } = load('ajv-formats/dist/formats') as typeof import('ajv-formats/dist/formats.js')
  return { ...fullFormats, 'web-address': isWebAddress, 'ip-network': isNetwork }
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text)) return false
  return URL.canParse(text)
}
