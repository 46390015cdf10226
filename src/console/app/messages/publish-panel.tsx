/** A form that publishes a message to a topic. */
import { Checkbox, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'

import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { publishMessage } from '../api/messages.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { useSession } from '../session/session.tsx'
import { buildMessage, findDraftErrors, initialDraft, MessageForm } from './message-form.tsx'

export default function PublishPanel({ manager, topic }: { manager: string; topic: ObjectRow }) {
  const { rights } = useSession()
  const [topicString, setTopicString] = useState(String(topic.attributes.topicstr ?? ''))
  const [draft, setDraft] = useState(initialDraft)
  const [retain, setRetain] = useState(false)
  const action = useAction()
  const message = buildMessage(draft)
  const errors = useFieldErrors([
    { id: 'topic-string', missing: topicString === '' ? t('Enter a topic string.') : undefined },
    ...findDraftErrors(draft),
  ])

  async function publish(event: FormEvent) {
    event.preventDefault()
    if (!errors.check() || !message) return
    await action.run(() => publishMessage(manager, topicString, { ...message, retain }), t('Published'), topicString)
  }

  if (!rights.change) return <p className="list__empty">{t('Your role lets you look, not publish.')}</p>
  return (
    <form className="form" noValidate onSubmit={(event) => void publish(event)}>
      <TextInput
        id="topic-string"
        labelText={t('Topic string')}
        helperText={t('The string of the topic, or one below it.')}
        value={topicString}
        {...errors.of('topic-string')}
        spellCheck={false}
        onChange={(event) => setTopicString(event.target.value)}
      />
      <MessageForm publication draft={draft} change={(some) => setDraft((before) => ({ ...before, ...some }))} />
      <Checkbox
        id="retain"
        labelText={t('Retain: later subscribers get it as well')}
        checked={retain}
        onChange={(_, { checked }) => setRetain(checked)}
      />
      {action.problem && <ErrorNotice text={action.problem} />}
      <ActionButton type="submit" busy={action.busy}>
        {t('Publish')}
      </ActionButton>
    </form>
  )
}
