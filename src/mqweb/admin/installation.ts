/** GET /admin/installation and /admin/installation/{name}: the one installation that this server belongs to. */
import { release, type as systemType } from 'node:os'
import { fileURLToPath } from 'node:url'

import { type Answer, type Call, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readQuery } from '../http/query.ts'
import { nest } from './attributes/dotted-path.ts'
import { readWanted } from './attributes/select.ts'

/** The command level that the queue managers of this product answer to. */
const commandLevel = 942
const version = '9.4.2.0'
const installationPath = fileURLToPath(new URL('../../..', import.meta.url))

const extended: Readonly<Record<string, (call: Call) => unknown>> = {
  'extended.dataPath': ({ services }) => services.installation.folder,
  'extended.description': () => '',
  'extended.installationPath': () => installationPath,
  'extended.level': () => `p${commandLevel}`,
  'extended.maximumCommandLevel': () => commandLevel,
  'extended.operatingSystem': () => `${systemType()} ${release()}`,
  'extended.primary': () => true,
}

export function list(call: Call): Answer {
  const { attributes } = readQuery(call, ['attributes'])
  const wanted = readWanted('attributes', attributes, Object.keys(extended))
  const values = Object.entries(extended).filter(([name]) => wanted(name))

  const installation = {
    name: call.services.installation.name,
    platform: 'unix',
    version,
    ...nest(values.map(([name, read]) => [name, read(call)] as const)),
  }
  return json(200, { installation: [installation] })
}

export function show(call: Call): Answer {
  const name = call.params.installation as string
  if (name !== call.services.installation.name) throw new RestError('MQWB0017E', [name])
  return list(call)
}
