/** A spinner for content that is being loaded. */
import { Loading } from '@carbon/react'

export function LoadingIndicator({ small = false }: { small?: boolean }) {
  return (
    <div className="waiting" role="status">
      <Loading withOverlay={false} small={small} description="Loading" />
    </div>
  )
}
