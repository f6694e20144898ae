/** A hull on its slipway. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0b5cad"/>
<path d="M6 13h15l5-4c.5 7-3 11-8 11h-6c-3.500 0-5.500-3-6-7z" fill="#fff"/>
<path d="M5 26l22-3.500" stroke="#9fd0ff" stroke-width="2.600" stroke-linecap="round"/>
</svg>
`;
