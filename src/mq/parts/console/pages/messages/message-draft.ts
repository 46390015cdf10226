/** A message to put or publish, as the form has it, and the request that results. */
import type { FormField, FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageProperty } from '../../contract/messages.ts'
import type { RequestBody } from '../../kit/api/client.ts'

export type MessageRequest = RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages'>

/** The values of the form. All but the persistence and the properties are text. */
export type MessageDraft = typeof initialDraft

export const initialDraft = {
  text: '',
  persistence: 'asQueueDefault' as NonNullable<MessageRequest['persistence']>,
  priority: '',
  /** The expiry in seconds. */
  expiry: '',
  correlationId: '',
  replyTo: '',
  properties: [] as readonly MessageProperty[],
}

const priorities = Array.from({ length: 10 }, (_, priority) => [String(priority), String(priority)] as const)

/**
 * Returns the fields of a message. `queues` loads the queues that may get a reply; a publication has no correlation id
 * and no reply queue.
 */
export function buildMessageRows(
  draft: MessageDraft,
  queues?: FormField<MessageDraft>['loadNames'],
): readonly FormRow<MessageDraft>[] {
  const isPublication = queues === undefined
  const byDefault = isPublication ? t('As the topic') : t('As the queue')
  const persistences: readonly (readonly [MessageDraft['persistence'], string])[] = [
    ['asQueueDefault', byDefault],
    ['persistent', t('Persistent')],
    ['nonPersistent', t('Not persistent')],
  ]
  return [
    { name: 'text', label: t('Text'), kind: 'lines', rows: 6 },
    [
      { name: 'persistence', label: t('Persistence'), kind: 'choice', choices: persistences },
      { name: 'priority', label: t('Priority'), kind: 'choice', choices: [['', byDefault], ...priorities] },
      {
        name: 'expiry',
        label: t('Expiry in seconds'),
        kind: 'number',
        help: t('Empty: the message stays until it is taken.'),
        wrong: findExpiryError(draft.expiry),
      },
      !isPublication && {
        name: 'correlationId',
        label: t('Correlation id'),
        kind: 'name',
        help: t('48 hexadecimal digits, or empty.'),
        wrong: findIdError(draft.correlationId),
      },
      !isPublication && {
        name: 'replyTo',
        label: t('Reply to'),
        kind: 'name',
        help: t('A queue, or queue@queueManager.'),
        loadNames: queues,
      },
    ],
  ]
}

export function buildMessage({ priority, expiry, correlationId, replyTo, ...draft }: MessageDraft): MessageRequest {
  return {
    ...draft,
    properties: [...draft.properties],
    priority: priority === '' ? undefined : Number(priority),
    expiry: expiry === '' ? undefined : Math.round(Number(expiry) * 1000),
    correlationId: correlationId === '' ? undefined : correlationId,
    replyTo: replyTo === '' ? undefined : replyTo,
  }
}

function findExpiryError(text: string): string | undefined {
  if (text === '') return undefined
  const seconds = /^\d{1,8}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  return seconds >= 0.001 ? undefined : t('The expiry is a number of seconds above 0.')
}

function findIdError(text: string): string | undefined {
  return text === '' || /^[0-9a-f]{48}$/i.test(text) ? undefined : t('An id has 48 hexadecimal digits.')
}
