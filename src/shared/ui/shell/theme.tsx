/** The light or dark theme. The choice is stored in this browser; by default it follows the system. */
import { GlobalTheme, Theme } from '@carbon/react'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLocalPreference } from '../preferences/local-preferences.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

type ThemeState = { choice: ThemeChoice; dark: boolean; choose(choice: ThemeChoice): void }

const Context = createContext<ThemeState | undefined>(undefined)
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, choose] = useLocalPreference<ThemeChoice>('theme', 'system')
  const [system, setSystem] = useState(systemIsDark.matches)

  useEffect(() => {
    const follow = () => setSystem(systemIsDark.matches)
    systemIsDark.addEventListener('change', follow)
    return () => systemIsDark.removeEventListener('change', follow)
  }, [])

  const dark = choice === 'dark' || (choice === 'system' && system)
  const theme = dark ? 'g100' : 'g10'

  // Carbon renders dialogs beside the root element, so the theme class is set on the document as well.
  useEffect(() => {
    document.documentElement.className = `cds--${theme}`
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [theme, dark])

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

export function useTheme(): ThemeState {
  const themes = use(Context)
  if (!themes) throw new Error('there is no theme here')
  return themes
}
