import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useEffect, useMemo } from 'react'
import { RouterProvider, createBrowserRouter } from 'react-router'
import { useTenant } from '../api/api.ts'
import { ApiFault } from '../api/fault.ts'
import { routes } from './routes.tsx'
import { useWords } from '../words/language.ts'
import { report } from '../ui/faults/report.ts'
import { onSession, readSession } from '../api/tokens.ts'
import { useIsDark } from '../ui/preferences.ts'
import { chromeOf, themeOf } from '../ui/theme.ts'

const isWorthAnotherTry = (failures: number, fault: unknown) => failures < 1 && fault instanceof ApiFault && fault.status === 0

const client = new QueryClient({
  queryCache: new QueryCache({ onError: (fault, query) => report(fault, query.meta) }),
  mutationCache: new MutationCache({ onError: (fault, _input, _context, mutation) => report(fault, mutation.meta) }),
  defaultOptions: { queries: { staleTime: 5000, retry: isWorthAnotherTry, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

// Responses cached for one person are not shown to the next, in this tab or another.
let whose = readSession()?.user_sid
onSession(() => {
  const now = readSession()?.user_sid
  if (now === whose) return
  const isTaken = whose && now
  whose = now
  if (isTaken) location.reload()
  else client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'tenant' && queryKey[0] !== 'captcha' })
})

const router = createBrowserRouter(routes, { basename: '/innoe-web' })

export const Frame = () => (
  <QueryClientProvider client={client}>
    <Dress />
  </QueryClientProvider>
)

/** Applies the tenant's colour and the person's language and mode to the whole page. */
function Dress() {
  const tenant = useTenant()
  const isDark = useIsDark()
  const { locale } = useWords()
  const look = useMemo(() => themeOf(tenant, isDark), [tenant, isDark])
  useEffect(() => {
    const chrome = chromeOf(tenant, isDark)
    const { style } = document.body
    const { dataset } = document.documentElement
    dataset['mode'] = isDark ? 'dark' : 'light'
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
    style.setProperty('--chrome', chrome.background ?? 'var(--ant-color-bg-container)')
    style.setProperty('--chrome-ink', chrome.color ?? 'var(--ant-color-text-secondary)')
  }, [tenant, isDark])
  return (
    <ConfigProvider theme={look} {...(locale && { locale })} variant="outlined" button={{ autoInsertSpace: false }}>
      <div className="app">
        <RouterProvider router={router} />
      </div>
    </ConfigProvider>
  )
}
