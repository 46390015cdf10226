/** The head of a page: where one is, and what it is called. */
import { Breadcrumb, BreadcrumbItem } from '@carbon/react'
import type { ReactNode } from 'react'

import { href, toManager } from '../routing/route.ts'

export interface PageHeadProps {
  manager?: string
  /** The list that an object is in: its name and its address. */
  list?: readonly [title: string, to: string]
  title: string
  /** Beside the title. */
  children?: ReactNode
}

export function PageHead({ manager, list, title, children }: PageHeadProps) {
  return (
    <header className="page__head">
      {manager && (
        <Breadcrumb noTrailingSlash>
          <BreadcrumbItem href={href('qmgr')}>Queue managers</BreadcrumbItem>
          <BreadcrumbItem href={toManager(manager)}>{manager}</BreadcrumbItem>
          {list && <BreadcrumbItem href={list[1]}>{list[0]}</BreadcrumbItem>}
        </Breadcrumb>
      )}
      <div className="page__line">
        <h1 className="page__title">{title}</h1>
        {children}
      </div>
    </header>
  )
}
