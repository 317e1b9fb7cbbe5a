import type { MappingAlgorithm, ThemeConfig } from 'antd'
import type { MapToken } from 'antd/es/theme/interface'
import { theme } from 'antd'
import type { Tenant } from '../api/api.ts'
import { hexOf, inkOn, mix, parseColour, readableOn } from './colour.ts'

/** The default accent colour: the ink of a patent drawing. */
const ACCENT = [0x1d, 0x4f, 0x91] as const
const PAPER = [0xff, 0xff, 0xff] as const
const INK = [0x00, 0x00, 0x00] as const
const NIGHT = [0x1b, 0x1e, 0x24] as const

export const FONT = `'Noto Sans SC Variable', 'Noto Sans KR Variable', 'Noto Sans SC', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', sans-serif`

/** Four hues, each with one meaning everywhere: waiting, done, due soon, overdue. */
const HUES = {
  light: { colorInfo: '#3b6ea5', colorSuccess: '#27723f', colorWarning: '#9a5b00', colorError: '#b3261e' },
  dark: { colorInfo: '#7fb0e6', colorSuccess: '#6cc18a', colorWarning: '#e0a54a', colorError: '#f08a80' },
} as const

export function themeOf(tenant: Tenant | undefined, isDark: boolean): ThemeConfig {
  const wanted = parseColour(tenant?.theme?.config.theme_color) ?? ACCENT
  const accent = isDark ? readableOn(wanted, NIGHT, 6.5) : readableOn(wanted, PAPER, 5.5)
  return {
    algorithm: [isDark ? theme.darkAlgorithm : theme.defaultAlgorithm, settled(accent, isDark)],
    cssVar: { key: 'innoe', prefix: 'ant' },
    hashed: false,
    token: {
      ...(isDark ? HUES.dark : HUES.light),
      colorPrimary: accent,
      colorLink: accent,
      // In English, quotation marks have the width of Latin ones.
      fontFamily: `var(--latin-marks, 'Noto Sans SC Variable'), ${FONT}`,
      fontSize: 13,
      borderRadius: 4,
      controlHeight: 30,
      controlHeightSM: 26,
      lineHeight: 1.55,
      wireframe: false,
      // Motion must be off here: with durations set to zero in CSS alone, the library leaves its lists outside the window, where it measures them.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      ...(isDark ? nightTokens : paperTokens),
    },
    components: componentsOf(accent, isDark),
  }
}

/** The algorithms of the library shift colours again; the readable colours are applied last. */
const settled =
  (accent: string, isDark: boolean): MappingAlgorithm =>
  (_seed, map) => ({
    ...(map as MapToken), // the preceding algorithm has made it
    ...tints(accent, isDark),
    ...hues(isDark),
    fontSizeSM: 12,
  })

function hues(isDark: boolean) {
  const ground = isDark ? NIGHT : PAPER
  return Object.fromEntries(
    Object.entries(isDark ? HUES.dark : HUES.light).flatMap(([name, text]) => {
      const at = (share: number) => hexOf(mix(ground, parseColour(text) ?? ACCENT, share))
      return [
        [name, text],
        [`${name}Text`, text],
        [`${name}Bg`, at(isDark ? 0.14 : 0.07)],
        [`${name}BgHover`, at(isDark ? 0.2 : 0.12)],
        [`${name}Border`, at(0.35)],
        [`${name}BorderHover`, at(0.5)],
      ]
    }),
  )
}

function tints(accent: string, isDark: boolean) {
  const [colour, ground] = [parseColour(accent) ?? ACCENT, isDark ? NIGHT : PAPER]
  const at = (share: number) => hexOf(mix(ground, colour, share))
  return {
    colorPrimary: accent,
    colorPrimaryHover: hexOf(mix(colour, isDark ? PAPER : INK, 0.14)),
    colorPrimaryActive: hexOf(mix(colour, isDark ? PAPER : INK, 0.26)),
    colorPrimaryText: accent,
    colorPrimaryBg: at(isDark ? 0.18 : 0.08),
    colorPrimaryBgHover: at(isDark ? 0.26 : 0.14),
    colorPrimaryBorder: at(0.4),
    colorPrimaryBorderHover: at(0.55),
    colorLink: accent,
    colorLinkHover: hexOf(mix(colour, isDark ? PAPER : INK, 0.2)),
    colorLinkActive: hexOf(mix(colour, isDark ? PAPER : INK, 0.3)),
  }
}

const paperTokens = {
  colorBgLayout: '#f4f5f7',
  colorText: '#1d2129',
  colorTextSecondary: '#4a515c',
  colorTextTertiary: '#5f6773',
  colorTextPlaceholder: '#6b7380',
  colorTextDescription: '#5f6773',
  colorBorder: '#cfd4db',
  colorBorderSecondary: '#e4e7eb',
}

const nightTokens = {
  colorBgBase: '#14161a',
  colorBgLayout: '#14161a',
  colorBgContainer: '#1b1e24',
  colorBgElevated: '#22262d',
  colorText: '#e3e6ea',
  colorTextSecondary: '#b4bac3',
  colorTextTertiary: '#9aa1ac',
  colorTextPlaceholder: '#8f97a3',
  colorTextDescription: '#9aa1ac',
  colorBorder: '#3b414b',
  colorBorderSecondary: '#2b3038',
}

function componentsOf(accent: string, isDark: boolean): ThemeConfig['components'] & object {
  const ink = inkOn(parseColour(accent) ?? ACCENT)
  return {
    Button: { primaryColor: ink, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', ...(isDark && { dangerColor: '#141414' }) },
    ...(isDark && { Badge: { colorTextLightSolid: '#141414' } }),
    Table: {
      headerBg: isDark ? '#1f2329' : '#f7f8fa',
      headerColor: isDark ? '#b4bac3' : '#4a515c',
      headerSplitColor: 'transparent',
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 8,
      cellPaddingBlockMD: 9,
      cellPaddingInlineMD: 8,
      cellFontSizeSM: 13,
    },
    Tabs: { horizontalMargin: '0 0 12px', cardGutter: 2 },
    Form: { itemMarginBottom: 14, verticalLabelPadding: '0 0 4px' },
    Menu: { itemHeight: 32, itemMarginInline: 6, itemBorderRadius: 4, activeBarBorderWidth: 0, iconSize: 14 },
    Skeleton: {
      gradientFromColor: isDark ? '#23272e' : '#eceef1',
      gradientToColor: isDark ? '#2b3038' : '#e4e7eb',
      titleHeight: 14,
      paragraphLiHeight: 12,
    },
    Tag: { defaultBg: 'transparent' },
  }
}

/** The header colours selected by a tenant; their text is always readable. */
export function chromeOf(tenant: Tenant | undefined, isDark: boolean): { background?: string; color?: string } {
  const ground = parseColour(tenant?.theme?.config.menu_bg_color)
  if (!ground || isDark) return {}
  const ink = parseColour(tenant?.theme?.config.menu_text_color) ?? parseColour(inkOn(ground)) ?? PAPER
  return { background: tenant?.theme?.config.menu_bg_color ?? '', color: readableOn(ink, ground) }
}
