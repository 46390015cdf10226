/** Why a channel does not transfer messages. It is loaded when there is one. */
import type { TroubledChannel } from '../../../contract/console/managers.ts'
import { t } from '../../../ui/text/t.ts'
import { findChannelReason, inDoubtTrouble } from '../screens/channel-texts.ts'

export default function ChannelReason({ channel: { status, isInDoubt, error } }: { channel: TroubledChannel }) {
  const trouble = isInDoubt ? inDoubtTrouble : findChannelReason(status)
  return (
    <span className="home__reason">
      {[trouble, error && t('Last error: {error}', { error })].filter(Boolean).join(' ')}
    </span>
  )
}
