/** A form that publishes a message to a topic. */
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'
import { useSession } from '../../kit/session/session.tsx'
import type { ObjectRow } from '../screens/object-screen.ts'
import { buildMessage, buildMessageRows, initialDraft } from './message-draft.ts'
import { PropertyFields } from './property-fields.tsx'

export default function PublishPanel({ manager: qmgr, topic: { attributes } }: { manager: string; topic: ObjectRow }) {
  const { rights } = useSession()
  const start = { ...initialDraft, topic: String(attributes.topicstr ?? ''), retain: false }
  const form = useForm('message', start, (draft) => [
    {
      name: 'topic',
      label: t('Topic string'),
      kind: 'path',
      help: t('The string of the topic, or one below it.'),
      required: t('Enter a topic string.'),
    },
    ...buildMessageRows(draft),
    { name: 'retain', label: t('Retain: later subscribers get it as well'), kind: 'check' },
  ])
  const { topic, retain, ...draft } = form.draft
  const body = { ...buildMessage(draft), retain }

  if (!rights.change) return <p className="list__empty">{t('Your role lets you look, not publish.')}</p>
  return (
    <FormPanel
      form={form}
      action={t('Publish')}
      run={() => request('POST /qmgr/:qmgr/topic/:topic/messages', { qmgr, topic }, { body })}
      done={t('Published')}
      about={topic}
    >
      <PropertyFields properties={draft.properties} change={(properties) => form.change({ properties })} />
    </FormPanel>
  )
}
