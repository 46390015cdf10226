/** Upgrades the document of an API of version 5 in memory, and its empty members. Warns of what a call could notice. */
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'

const configuration = 'x-ibm-configuration'

/** Members that are maps, and that documents leave empty. */
const maps: readonly MemberPath[] = [
  [configuration],
  ['securityDefinitions'],
  ['paths'],
  [configuration, 'properties'],
  [configuration, 'catalogs'],
  [configuration, 'assembly'],
]
const lists: readonly MemberPath[] = ['execute', 'catch', 'finally'].map((each) => [configuration, 'assembly', each])

const older: ReadonlySet<unknown> = new Set(['datapower-gateway', 'micro-gateway'])

/** Replaces members of the document. Unlike `source.valueAt`, null counts as present. */
export function upgradeApi({ source, problems }: Pick<DocumentContext, 'source' | 'problems'>): void {
  for (const path of maps) if (source.valueAt(path) === null) source.replace(path, {})
  for (const path of lists) if (source.valueAt(path) === null) source.replace(path, [])

  for (const member of ['enforced', 'testable']) {
    const written = source.valueAt([configuration, member])
    if (written === 'true' || written === 'false') source.replace([configuration, member], written === 'true')
  }

  const gatewayPath = [configuration, 'gateway']
  const gateway = source.valueAt(gatewayPath)
  if (older.has(gateway)) {
    const message = `${gatewayPath.join('.')} is ${gateway}: the document is read as one of version 5`
    problems.warning(source.locate(gatewayPath), `${message}; docs/guides/from-api-connect.md says what differs`)
  }

  const basePath = source.valueAt(['basePath'])
  if (source.isStrict || typeof basePath !== 'string' || !/^[A-Za-z0-9]/.test(basePath)) return
  source.replace(['basePath'], `/${basePath}`)
  problems.warning(source.locate(['basePath']), `basePath must begin with "/": it is read as /${basePath}`)
}
