/** The applications that have a queue open, each with a button that ends its connection. */
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { displayObjects, runCommand } from '../../kit/api/mqsc.ts'
import { useSession } from '../../kit/session/session.tsx'

export function QueueUsers({ manager, queue, changed }: { manager: string; queue: string; changed(): void }) {
  const { rights } = useSession()
  const resource = useResource(`${manager}/${queue}`, (signal) => loadUsers(manager, queue, signal), {
    intervalMs: 5_000,
  })
  return (
    <ResourceTable
      label={t('Readers and writers')}
      title={t('Readers and writers')}
      resource={resource}
      keyOf={({ connection }) => connection}
      columns={[
        [t('Application'), ({ application }) => <span className="list__name">{application}</span>],
        [t('Does'), ({ reads, writes }) => [reads && t('reads'), writes && t('writes')].filter(Boolean).join(', ')],
        [t('User'), ({ user }) => user],
        [t('Address'), ({ address }) => address],
      ]}
      actions={
        rights.change &&
        (({ connection, application }) => [
          {
            label: t('End {application}', { application }),
            title: t('End'),
            question: t('Its connection ends, and what it has not committed is backed out.'),
            run: async () => {
              await runCommand(manager, { command: 'stop', qualifier: 'conn', name: connection })
              changed()
            },
            done: t('Connection ended'),
            about: application,
          },
        ])
      }
      empty={t('No application has the queue open.')}
    />
  )
}

/** Bits of OPENOPTS: MQOO_INPUT_AS_Q_DEF, _SHARED and _EXCLUSIVE; MQOO_OUTPUT. */
const input = 1 | 2 | 4
const output = 16

async function loadUsers(manager: string, queue: string, signal: AbortSignal) {
  const query = { qualifier: 'conn', parameters: { type: 'all' }, responseParameters: ['all'] }
  const rows = await displayObjects(manager, query, signal)
  return rows.flatMap(({ parameters = {} }) => {
    const { conn, appltag, userid, conname, objects = [] } = parameters
    const options = objects.flatMap((each) => (each.objname === queue ? [Number(each.openopts)] : []))
    const user = {
      connection: String(conn),
      application: String(appltag || userid || conn),
      user: String(userid ?? ''),
      address: String(conname ?? ''),
      reads: options.some((bits) => bits & input),
      writes: options.some((bits) => bits & output),
    }
    return user.reads || user.writes ? [user] : []
  })
}
