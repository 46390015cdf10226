import type { ApplicationView } from '../../../rest/index.ts'

/** The props of each tab on the page of an application. */
export interface ApplicationPanelProps {
  application: ApplicationView
  /** Reloads the application. A panel calls it after each change. */
  changed(): void
}
