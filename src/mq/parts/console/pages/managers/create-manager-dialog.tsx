/** A dialog that creates and starts a queue manager. */
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'
import { describeNameRule, findNameError } from '../attributes/name-rules.ts'

const initialManager = { name: '', description: '', port: '' }

export function CreateManagerDialog({ close, created }: { close(): void; created(): void }) {
  const form = useForm('manager', initialManager, ({ name, port }) => [
    {
      name: 'name',
      label: t('Name - required'),
      kind: 'path',
      help: describeNameRule('qmgr'),
      required: t('Enter a name.'),
      wrong: findNameError('qmgr', name),
    },
    { name: 'description', label: t('Description'), attributes: { maxLength: 64 } },
    {
      name: 'port',
      label: t('TCP port'),
      kind: 'number',
      help: t('With a port, it gets a listener that starts with it.'),
      wrong: port === '' || isPort(port) ? undefined : t('A port is a whole number from 1 to 65535.'),
    },
  ])
  const { port, ...manager } = form.draft
  return (
    <FormDialog
      form={form}
      title={t('Create a queue manager')}
      action={t('Create')}
      loses={t('The queue manager has not been created.')}
      run={() => request('POST /qmgr', {}, { body: { ...manager, port: port === '' ? undefined : Number(port) } })}
      done={t('Queue manager created and started')}
      about={manager.name}
      succeeded={created}
      close={close}
    />
  )
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}
