/** A dialog that leads to a message of a queue by its position, time or correlation id. */
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'

type JumpKind = 'position' | 'time' | 'correlationId'

interface JumpDialogProps {
  manager: string
  queue: string
  /** Gets the position of the message, from 0. */
  jump(position: number): void
  close(): void
}

const labels: Readonly<Record<JumpKind, string>> = {
  position: t('Position'),
  time: t('Time of the put'),
  correlationId: t('Correlation id'),
}
const initialTarget: { kind: JumpKind; target: string } = { kind: 'position', target: '' }

export default function JumpDialog({ manager: qmgr, queue, jump, close }: JumpDialogProps) {
  const form = useForm('jump', initialTarget, ({ kind, target }) => [
    { name: 'kind', label: t('By'), kind: 'radio', choices: Object.entries(labels), also: () => ({ target: '' }) },
    {
      name: 'target',
      label: labels[kind],
      kind: kind === 'time' ? 'time' : 'name',
      required: t('Enter a value.'),
      wrong: findError(kind, target),
      attributes: kind === 'time' ? { step: 1 } : undefined,
    },
  ])

  async function findPosition(): Promise<number> {
    const { kind, target } = form.draft
    if (kind === 'position') return Number(target) - 1
    const query = kind === 'time' ? { at: new Date(target).toISOString() } : { correlationId: target }
    return (await request('GET /qmgr/:qmgr/queue/:queue/message-position', { qmgr, queue }, { query })).position
  }

  async function go() {
    const position = await findPosition()
    if (position < 0) throw new Error(t('No message that the page can show is such one.'))
    jump(position)
  }

  return (
    <FormDialog
      size="sm"
      form={form}
      title={t('Go to a message')}
      label={queue}
      action={t('Go to')}
      focus="#jump-target"
      run={go}
      close={close}
    />
  )
}

function findError(kind: JumpKind, text: string): string | undefined {
  if (text === '') return undefined
  if (kind === 'position' && !/^[1-9]\d{0,8}$/.test(text)) return t('Positions are whole numbers from 1 on.')
  if (kind === 'correlationId' && !/^[0-9a-f]{48}$/i.test(text)) return t('An id has 48 hexadecimal digits.')
  return undefined
}
