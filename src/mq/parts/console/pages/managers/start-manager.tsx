/** The button that starts a stopped queue manager. It is loaded when there is one. */
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { startManager } from '../../kit/api/managers.ts'
import { useSession } from '../../kit/session/session.tsx'

/** Returns the function that starts a queue manager, and whether it runs. */
export function useManagerStart(name: string, changed: () => void) {
  const { busy, run } = useAction({ notifiesErrors: true })

  async function start() {
    await run(() => startManager(name), t('Queue manager started'), name, t('Start'))
    changed()
  }
  return { busy, start }
}

export default function StartManager({ name, changed }: { name: string; changed(): void }) {
  const { rights } = useSession()
  const { busy, start } = useManagerStart(name, changed)
  if (!rights.manage) return <p>{t('An administrator can start it.')}</p>
  return (
    <ActionButton size="sm" aria-label={`${t('Start')}: ${name}`} busy={busy} onClick={() => void start()}>
      {t('Start')}
    </ActionButton>
  )
}
