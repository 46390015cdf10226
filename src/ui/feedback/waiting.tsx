/** Shown while something is on its way. */
import { Loading } from '@carbon/react'

export function Waiting({ small = false }: { small?: boolean }) {
  return (
    <div className="waiting" role="status">
      <Loading withOverlay={false} small={small} description="Loading" />
    </div>
  )
}
