/** Light, dark, or as the system has it: the choice is kept in this browser. */
import { GlobalTheme, Theme } from '@carbon/react'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'

import { remember, remembered } from './memory.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

interface Themes {
  choice: ThemeChoice
  dark: boolean
  choose(choice: ThemeChoice): void
}

const Context = createContext<Themes | undefined>(undefined)
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(remembered<ThemeChoice>('theme') ?? 'system')
  const [system, setSystem] = useState(systemIsDark.matches)

  useEffect(() => {
    const follow = () => setSystem(systemIsDark.matches)
    systemIsDark.addEventListener('change', follow)
    return () => systemIsDark.removeEventListener('change', follow)
  }, [])

  const dark = choice === 'dark' || (choice === 'system' && system)
  const theme = dark ? 'g100' : 'white'

  // Dialogs stand beside the root of the page, so the theme is on the document as well.
  useEffect(() => {
    document.documentElement.className = `cds--${theme}`
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [theme, dark])

  function choose(next: ThemeChoice) {
    remember('theme', next)
    setChoice(next)
  }

  return (
    <Context value={{ choice, dark, choose }}>
      <GlobalTheme theme={theme}>
        <Theme theme={theme} className="theme">
          {children}
        </Theme>
      </GlobalTheme>
    </Context>
  )
}

export function useTheme(): Themes {
  const themes = use(Context)
  if (!themes) throw new Error('there is no theme here')
  return themes
}
