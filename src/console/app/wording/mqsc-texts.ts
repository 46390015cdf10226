/** The texts of the MQSC page. */
import { t } from '../../../ui/text/t.ts'

export const mqscTexts = {
  tables: t('Show results as tables'),
  export: t('Export the log'),
  script: t('Script'),
  scriptHelp: t('Several commands; + or - at the end of a line continues it, * begins a comment.'),
  run: (commands: number) => t('Run {commands, plural, one {# command} other {# commands}}', { commands }),
  results: t('Results'),
} as const
