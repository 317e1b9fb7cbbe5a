/** Official fees, agency fees and taxes are never mixed. */
export const FEE_CLASSES = {
  OFFICIAL: ['官费', 'Official'],
  ANNUITY: ['年费', 'Annuity'],
  AGENCY: ['代理费', 'Agency'],
  FOREIGN_AGENT: ['外所费', 'Foreign agent'],
  TRANSLATION: ['翻译费', 'Translation'],
  SEARCH: ['检索费', 'Search'],
  OTHER: ['杂费', 'Other'],
} as const
