"""What script/bench measures of the server as players meet it: it speaks HTTP and WebSocket to running instances."""
