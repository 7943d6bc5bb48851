// Page in a frame with another company's captcha: shows the widget and sends its token to the surrounding page. The
// scripts of Turnstile, hCaptcha and reCAPTCHA have the same functions and callbacks.
(() => {
  const widget = document.querySelector('#widget');
  const { service, siteKey, script } = widget.dataset;
  const theme = new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light';
  const tell = (message) => parent.postMessage({ source: 'packshot-captcha', ...message }, location.origin);

  globalThis.showCaptcha = () => {
    globalThis[service].render(widget, {
      sitekey: siteKey,
      theme,
      callback: (token) => tell({ token }),
      'error-callback': () => tell({}),
    });
  };
  const tag = document.createElement('script');
  tag.src = `${script}?render=explicit&onload=showCaptcha`;
  tag.async = true;
  tag.addEventListener('error', () => tell({}));
  document.head.append(tag);
})();
