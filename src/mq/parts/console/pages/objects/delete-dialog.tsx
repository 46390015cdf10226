/** A dialog that deletes an object. It warns if a queue holds messages. */
import { useRef } from 'react'
import type { Undo } from '../../../../../shared/ui/feedback/notifications.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { type MqscCommand, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { loadObjectRow } from '../screens/load-objects.ts'
import { findObjectType, type ObjectRow, type ObjectScreen } from '../screens/object-screen.ts'
import { prepareRestore } from './restore-objects.ts'

type DeleteDialogProps = { manager: string; screen: ObjectScreen; row: ObjectRow; close(): void; deleted(): void }

export default function DeleteDialog({ manager, screen, row, close, deleted }: DeleteDialogProps) {
  const key = `${manager}/${screen.section}/${row.name}`
  const { value: now, problem } = useResource(key, (signal) => loadObjectRow(manager, screen, row.name, signal))
  const depth = Number(now?.attributes.curdepth ?? 0)
  const form = useForm('delete', { purge: false, keepAuthority: false }, ({ purge }) => [
    <p key="text" className="dialog__text">
      {t('The {singular} is deleted.', { singular: screen.singular })}
    </p>,
    depth > 0 && {
      name: 'purge',
      label: t(
        'It holds {depth, plural, one {# message. Delete it as well.} other {# messages. Delete them as well.}}',
        { depth },
      ),
      kind: 'check',
      missing: purge ? undefined : t('The queue can be deleted only together with its messages.'),
    },
    screen.authority === 'QUEUE' && { name: 'keepAuthority', label: t('Keep its authority records'), kind: 'check' },
  ])
  const restore = useRef<Undo>(undefined)
  const options = { purge: depth > 0, keepAuthority: form.draft.keepAuthority }
  return (
    <FormDialog
      danger
      size="sm"
      form={form}
      title={t('Delete {name}', { name: row.name })}
      action={t('Delete')}
      loading={!now}
      problem={problem}
      run={async () => {
        restore.current = await prepareRestore(manager, screen, [row.name])
        await runCommand(manager, buildDeleteCommand(screen, row, options))
      }}
      undo={depth > 0 ? undefined : async () => restore.current?.()}
      done={t('Deleted')}
      about={row.name}
      succeeded={deleted}
      close={close}
    />
  )
}

/** `purge` deletes the messages of the queue as well. */
export function buildDeleteCommand(
  screen: ObjectScreen,
  row: ObjectRow,
  { purge, keepAuthority = false }: { purge: boolean; keepAuthority?: boolean },
): MqscCommand {
  const type = findObjectType(screen, row.type)
  const { qualifier = screen.qualifier } = type ?? {}
  const parameters: ObjectAttributes = {
    ...type?.deleteParameters,
    purge: purge && qualifier === 'qlocal' ? 'yes' : undefined,
    authrec: keepAuthority ? 'no' : undefined,
  }
  return { command: 'delete', qualifier, name: row.name, parameters }
}
