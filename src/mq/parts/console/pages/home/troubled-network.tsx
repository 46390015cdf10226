/** Why a channel does not transfer messages or a listener accepts no connections, and the button that starts it. It is loaded when there is one. */
import { RunButton } from '../../../../../shared/ui/feedback/run-button.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { TroubledChannel } from '../../contract/managers.ts'
import { runCommand } from '../../kit/api/mqsc.ts'
import { useSession } from '../../kit/session/session.tsx'
import { findChannelReason, inDoubtTrouble } from '../screens/channel-texts.ts'

interface TroubledNetworkNoteProps {
  manager: string
  name: string
  /** Undefined for a listener. */
  channel: TroubledChannel | undefined
  /** Called after a start. */
  changed(): void
}

/** The states in which a start helps. */
const startable = new Set(['STOPPED', 'DISCONNECTED', 'RETRYING'])

export default function TroubledNetworkNote(props: TroubledNetworkNoteProps) {
  const { channel } = props
  const trouble = channel
    ? [
        channel.isInDoubt ? inDoubtTrouble : findChannelReason(channel.status),
        channel.error && t('Last error: {error}', { error: channel.error }),
      ]
    : [t('The listener does not run: it accepts no connections.')]
  return (
    <>
      <span className="quiet">{trouble.filter(Boolean).join(' ')}</span>
      <StartButton {...props} />
    </>
  )
}

type StartButtonProps = Omit<TroubledNetworkNoteProps, 'channel'> & {
  channel: Pick<TroubledChannel, 'status'> | undefined
}

/** A button that starts a channel or a listener, or lets a channel try at once; nothing where a start does not help. */
export function StartButton({ manager, name, channel, changed }: StartButtonProps) {
  const { rights } = useSession()
  const label = channel?.status === 'RETRYING' ? t('Try now') : t('Start')
  if (!rights.change || (channel && !startable.has(channel.status))) return null

  return (
    <RunButton
      size="sm"
      kind="tertiary"
      aria-label={`${label}: ${name}`}
      run={() => startObject(manager, name, channel)}
      done={channel ? t('Start of the channel accepted') : t('Start of the listener accepted')}
      about={name}
      verb={label}
      ended={changed}
    >
      {label}
    </RunButton>
  )
}

/** A channel that tries again accepts no start before its attempts have ended. */
async function startObject(manager: string, name: string, channel: StartButtonProps['channel']): Promise<void> {
  const object = { qualifier: channel ? 'channel' : 'listener', name }
  const parameters = { mode: 'QUIESCE', status: 'INACTIVE' }
  if (channel?.status === 'RETRYING') await runCommand(manager, { ...object, command: 'stop', parameters })
  await runCommand(manager, { ...object, command: 'start' })
}
