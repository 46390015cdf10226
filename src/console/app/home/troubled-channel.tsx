/** Why a channel does not transfer messages, and the button that starts it. It is loaded when there is one. */
import type { TroubledChannel } from '../../../contract/console/managers.ts'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { runCommand } from '../api/mqsc.ts'
import { findChannelReason, inDoubtTrouble } from '../screens/channel-texts.ts'
import { useSession } from '../session/session.tsx'

interface TroubledChannelNoteProps {
  manager: string
  channel: TroubledChannel
  /** Called after a start. */
  changed(): void
}

/** The states in which a start helps. */
const startable = new Set(['STOPPED', 'DISCONNECTED', 'RETRYING'])

export default function TroubledChannelNote({ manager, channel, changed }: TroubledChannelNoteProps) {
  const { rights } = useSession()
  const starting = useAction({ notifiesErrors: true })
  const { name, status, isInDoubt, error } = channel
  const trouble = isInDoubt ? inDoubtTrouble : findChannelReason(status)
  const label = status === 'RETRYING' ? t('Try now') : t('Start')

  async function start() {
    await starting.run(() => startChannel(manager, channel), t('Start of the channel accepted'), name, label)
    changed()
  }

  return (
    <>
      <span className="home__reason">
        {[trouble, error && t('Last error: {error}', { error })].filter(Boolean).join(' ')}
      </span>
      {rights.change && startable.has(status) && (
        <ActionButton
          size="sm"
          kind="tertiary"
          aria-label={`${label}: ${name}`}
          busy={starting.busy}
          onClick={() => void start()}
        >
          {label}
        </ActionButton>
      )}
    </>
  )
}

/** A channel that tries again accepts no start before its attempts have ended. */
async function startChannel(manager: string, { name, status }: TroubledChannel): Promise<void> {
  const channel = { qualifier: 'channel', name }
  const parameters = { mode: 'QUIESCE', status: 'INACTIVE' }
  if (status === 'RETRYING') await runCommand(manager, { ...channel, command: 'stop', parameters })
  await runCommand(manager, { ...channel, command: 'start' })
}
