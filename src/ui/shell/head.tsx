/** The head of a page: where one is, and what it is called. */
import { Breadcrumb, BreadcrumbItem } from '@carbon/react'
import type { ReactNode } from 'react'

export type Step = readonly [title: string, to: string]

export interface HeadProps {
  /** The pages above this one, outermost first. */
  trail?: readonly Step[]
  title: string
  /** Beside the title. */
  children?: ReactNode
}

export function Head({ trail = [], title, children }: HeadProps) {
  return (
    <header className="page__head">
      {trail.length > 0 && (
        <Breadcrumb noTrailingSlash>
          {trail.map(([above, to]) => (
            <BreadcrumbItem key={to} href={to}>
              {above}
            </BreadcrumbItem>
          ))}
        </Breadcrumb>
      )}
      <div className="page__line">
        <h1 className="page__title">{title}</h1>
        {children}
      </div>
    </header>
  )
}
