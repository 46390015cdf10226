/** The header of a page of a queue manager: breadcrumbs and title. */
import type { ReactNode } from 'react'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { type BreadcrumbLink, PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { buildManagerLink } from '../routing/page-route.ts'

export interface ManagerPageHeaderProps {
  manager?: string
  /** The breadcrumb link to the list that contains the object. */
  list?: BreadcrumbLink
  title: string
  /** Rendered next to the title. */
  children?: ReactNode
}

export function ManagerPageHeader({ manager, list, title, children }: ManagerPageHeaderProps) {
  const trail: BreadcrumbLink[] = manager
    ? [[t('Queue managers'), buildHashLink('qmgr')], [manager, buildManagerLink(manager)], ...(list ? [list] : [])]
    : []
  return (
    <PageHeader trail={trail} title={title}>
      {children}
    </PageHeader>
  )
}
