export const REST = '#b4bac4'
/** Hues that stay apart on paper, after the colour of the company. */
export const PALETTE = ['#d48806', '#389e0d', '#c41d7f', '#08979c', '#531dab', '#d46b08', '#1d39c4', '#7cb305', '#d4380d']
