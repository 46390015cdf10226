/** The head of a page: the queue manager and the list one is in, and what the page is called. */
import type { ReactNode } from 'react'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { type BreadcrumbLink, PageHeader } from '../../../ui/shell/page-header.tsx'
import { buildManagerLink } from '../routing/page-route.ts'

export interface ManagerPageHeaderProps {
  manager?: string
  /** The list that an object is in. */
  list?: BreadcrumbLink
  title: string
  /** Beside the title. */
  children?: ReactNode
}

export function ManagerPageHeader({ manager, list, title, children }: ManagerPageHeaderProps) {
  const trail: BreadcrumbLink[] = manager
    ? [
        ['Queue managers', buildHashLink('qmgr')],
        [manager, buildManagerLink(manager)],
        ...(list ? [list] : []),
      ]
    : []
  return (
    <PageHeader trail={trail} title={title}>
      {children}
    </PageHeader>
  )
}
