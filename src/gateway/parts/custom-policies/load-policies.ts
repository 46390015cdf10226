/**
 * Policies that files beside the documents export. Their code travels with the configuration, so that every worker runs what
 * was checked, also one that is replaced after the file has changed. It is trusted code: it runs in the processes of the
 * gateway.
 */
import { stripTypeScriptTypes } from 'node:module'
import type { PolicyCode } from '../../config/types/index.ts'
import type { Policy as GatewayPolicy } from '../../data-plane/policy/policy.ts'
import type { Policy } from './contract.ts'
import { buildCustomPolicy, describePolicyError } from './policy-call.ts'

/** Reports a file that is no policy, with the line where that is known. */
export class PolicyFileError extends Error {
  override name = 'PolicyFileError'
  readonly line: number

  constructor(message: string, line = 1) {
    super(message)
    this.line = line
  }
}

const loaded = new Map<string, GatewayPolicy>()
const name = /^[a-z][a-z0-9-]{0,63}$/

/** Returns the policy of code that is loaded; undefined for other code. */
export function findLoadedPolicy(digest: string): GatewayPolicy | undefined {
  return loaded.get(digest)
}

/** Loads code that was loaded before in another process. Rejects with `PolicyFileError`. */
export async function loadPolicies(codes: readonly PolicyCode[]): Promise<void> {
  for (const each of codes) await loadPolicy(each)
}

/** Returns the text of a file without its types, which may only be erased: `enum` and `namespace` are errors. Throws `PolicyFileError`. */
export function removeTypes(text: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {} // the function is marked as experimental, which would be a line in the log
  try {
    return stripTypeScriptTypes(text)
  } catch (error) {
    const { message, stack = '' } = error as Error
    throw new PolicyFileError(message.replace(/\n[\s\S]*/, ''), Number(/^\s*:(\d+)/.exec(stack)?.[1] ?? 1))
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Returns the policy that the code exports as its default. Rejects with `PolicyFileError`. */
export async function loadPolicy({ file, digest, code }: PolicyCode): Promise<GatewayPolicy> {
  const known = loaded.get(digest)
  if (known) return known
  const module = Buffer.from(`${code}\n//# sourceURL=${file}`).toString('base64')
  const exported: { default?: unknown } = await import(`data:text/javascript;base64,${module}`).catch((error) => {
    const { message = String(error), stack = '' } = (error ?? {}) as Partial<Error>
    if (/data:text/.test(message))
      throw new PolicyFileError(
        'a policy is one file: it can import modules of Node (node:…), and types of other files',
      )
    throw new PolicyFileError(message, Number(stack.split(`${file}:`)[1]?.match(/^\d+/)?.[0] ?? 1))
  })
  const policy = requirePolicy(exported.default, file)
  const made = buildCustomPolicy(policy, file)
  loaded.set(digest, made)
  return made
}

function requirePolicy(value: unknown, file: string): Policy {
  const policy = value as Partial<Policy> | undefined
  if (typeof policy !== 'object' || policy === null)
    throw new PolicyFileError('the default export must be a policy: { policy, settings, build }')
  if (typeof policy.policy !== 'string' || !name.test(policy.policy))
    throw new PolicyFileError(
      `"policy" must be a name of small letters, digits and hyphens - found ${JSON.stringify(policy.policy)}`,
    )
  if (typeof policy.build !== 'function')
    throw new PolicyFileError('"build" must be a function that returns the function of a call')
  const { type, properties } = policy.settings ?? {}
  if (type !== 'object' || typeof properties !== 'object')
    throw new PolicyFileError('"settings" must be a JSON Schema with type: "object" and properties')
  try {
    structuredClone(policy.settings)
  } catch (error) {
    throw new PolicyFileError(`"settings" must be values of JSON: ${describePolicyError(error, file)}`)
  }
  return policy as Policy
}
