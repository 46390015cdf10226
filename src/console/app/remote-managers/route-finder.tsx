/** A form that shows where a message for a queue goes. */
import { Button, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { findRoute, type RouteStep } from '../api/remote-managers.ts'
import { describeStep } from './route-texts.ts'

export function RouteFinder({ manager }: { manager: string }) {
  const [queue, setQueue] = useState('')
  const [queueManager, setQueueManager] = useState('')
  const [steps, setSteps] = useState<readonly RouteStep[]>()
  const { busy, problem, run } = useAction()
  const errors = useFieldErrors([
    { id: 'route-queue', missing: queue === '' ? t('Enter the name of a queue.') : undefined },
  ])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!errors.check()) return
    void run(async () => setSteps(await findRoute(manager, { queue, queueManager })))
  }

  return (
    <section className="group" aria-label={t('Where does a message go?')}>
      <h2 className="group__title">{t('Where does a message go?')}</h2>
      <form className="form" onSubmit={submit} noValidate>
        <div className="fields">
          <TextInput
            id="route-queue"
            labelText={t('Queue')}
            value={queue}
            {...errors.of('route-queue')}
            {...literalInput}
            onChange={(event) => setQueue(event.target.value.trim())}
          />
          <TextInput
            id="route-manager"
            labelText={t('Queue manager')}
            helperText={t('Empty when the application names none.')}
            value={queueManager}
            {...literalInput}
            onChange={(event) => setQueueManager(event.target.value.trim())}
          />
        </div>
        <div>
          <Button type="submit" size="md" kind="tertiary" disabled={busy}>
            {t('Find the route')}
          </Button>
        </div>
      </form>
      {problem && <ErrorNotice text={problem} />}
      <div role="status">
        {steps && (
          <ol className="route">
            {steps.map((step) => (
              <li key={JSON.stringify(step)} className={`route__step route__step--${step.kind}`}>
                {describeStep(step)}
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}
