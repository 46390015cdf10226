/** The header of a page: breadcrumb, title and actions. */
import { Breadcrumb, BreadcrumbItem } from '@carbon/react'
import { type ReactNode, useEffect } from 'react'
import { focusHeading } from '../feedback/focus-history.ts'
import { splitName } from '../text/split-name.tsx'
import { t } from '../text/t.ts'

export type BreadcrumbLink = readonly [title: string, to: string]

export interface PageHeaderProps {
  /** The pages above this one, the topmost first. */
  trail?: readonly BreadcrumbLink[]
  title: string
  /** Actions, shown beside the title. */
  children?: ReactNode
}

export function PageHeader({ trail = [], title, children }: PageHeaderProps) {
  // The element that led here may be gone, and the focus with it.
  useEffect(() => {
    const frame = requestAnimationFrame(focusHeading)
    return () => cancelAnimationFrame(frame)
  }, [])

  return (
    <header className="page__head">
      {trail.length > 0 && (
        <Breadcrumb noTrailingSlash aria-label={t('Breadcrumb')}>
          {trail.map(([above, to]) => (
            <BreadcrumbItem key={to} href={to}>
              {above}
            </BreadcrumbItem>
          ))}
        </Breadcrumb>
      )}
      <div className="page__line">
        <h1 className="page__title" {...splitName(title)} />
        {children}
      </div>
    </header>
  )
}
