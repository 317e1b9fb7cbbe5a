import type { Tenant } from '../api/api.ts'

/** The tenant's logo, or else the product name. */
export function Wordmark({ tenant, isDark, isShort = false }: { tenant: Tenant | undefined; isDark: boolean; isShort?: boolean }) {
  const logo = isDark ? (tenant?.head_logo_dark ?? tenant?.head_logo) : tenant?.head_logo
  const name = tenant?.system_name || 'Innoe'
  if (logo && !isShort) return <img src={logo} alt={name} className="logo" width={230} height={56} />
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden>
        <rect width="32" height="32" rx="6" fill="var(--ant-color-primary)" />
        <path d="M9 8h4v16H9zM16 8h7v3.4h-7zM16 14.3h7v3.4h-7zM16 20.6h7V24h-7z" fill="var(--ant-color-bg-container)" />
      </svg>
      {!isShort && <b>{name}</b>}
    </span>
  )
}
