/** Reads the folder `policies` beside the documents: a TypeScript or JavaScript file for each policy of the operator. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSchemaError, policyFolder } from '../../config/index.ts'
import type { PolicyCode, PolicyTypeSpec, Problem } from '../../config/types/index.ts'
import type { Policy, PolicyFiles } from '../../data-plane/policy/policy.ts'
import { findLoadedPolicy, loadPolicies, loadPolicy, PolicyFileError, removeTypes } from './load-policies.ts'

const isPolicyFile = /^[^.].*(?<!\.d)\.(?:ts|mts|js|mjs)$/
const maxBytes = 1024 * 1024

/** The row of this part for the tables of the data plane. */
export const policyFiles = { find: findLoadedPolicy, load: loadPolicies, read: readPolicyFiles }

async function readPolicyFiles(configFolder: string, policies: readonly Policy[]): Promise<PolicyFiles> {
  const folder = join(configFolder, policyFolder)
  const names = await readdir(folder).catch(() => [])
  const found = new Map<string, { code: PolicyCode; spec: PolicyTypeSpec }>()
  const problems: Problem[] = []
  for (const name of names.filter((each) => isPolicyFile.test(each)).sort()) {
    const file = `${policyFolder}/${name}`
    try {
      const { code, spec } = await readPolicy(join(folder, name), file, policies)
      const other = found.get(spec.policy)?.code.file
      if (other) throw new PolicyFileError(`the policy "${spec.policy}" is in ${other} already`)
      found.set(spec.policy, { code, spec })
    } catch (error) {
      const { message, line = 1 } = error as Partial<PolicyFileError>
      problems.push({ file, line, column: 1, severity: 'error', message: message ?? String(error) })
    }
  }
  const all = [...found.values()]
  return { codes: all.map(({ code }) => code), specs: all.map(({ spec }) => spec), problems }
}

async function readPolicy(
  path: string,
  file: string,
  policies: readonly Policy[],
): Promise<{ code: PolicyCode; spec: PolicyTypeSpec }> {
  const { size, isFile } = await stat(path).then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
  if (!isFile || size > maxBytes) throw new PolicyFileError('a policy is a file of at most 1 MiB')
  const text = await readFile(path, 'utf8')
  const digest = createHash('sha256').update(`${file}\0${text}`).digest('hex')
  const code: PolicyCode = { file, digest, code: removeTypes(text), name: '' }
  const policy = await loadPolicy(code)
  code.name = policy.policy
  if (policies.some((each) => each.policy === policy.policy))
    throw new PolicyFileError(`"${policy.policy}" is a policy of the gateway: choose another name`)
  const error = findSchemaError(policy.settings)
  if (error !== undefined) throw new PolicyFileError(`"settings" is not a JSON Schema: ${error}`)
  return { code, spec: { ...(policy as PolicyTypeSpec), code: digest } }
}
